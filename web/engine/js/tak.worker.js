// The engine in a classic worker, for pages that start theirs without `type: "module"`:
// one TEI line for each message, both ways. It says by itself what it can, as the worker
// of PTN Ninja does.

const conversation = import("./conversation.js").then(({ converse }) =>
  converse((line) => self.postMessage(line)),
);
conversation.then(
  (receive) => receive("tei"),
  (error) =>
    setTimeout(() => {
      throw error;
    }),
);
self.onmessage = ({ data }) => conversation.then((receive) => receive(data), () => {});
