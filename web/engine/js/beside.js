// A worker beside the page.

/**
 * Lines go in and out, or questions and answers.
 *
 * @template Question
 * @template Answer
 * @typedef {object} Beside
 * @property {(question: Question) => void} send
 * @property {(answer: Answer) => void} onLine
 * @property {(error: unknown) => void} onFailure
 * @property {() => void} close
 * @property {unknown} failure what it failed by, perhaps before anybody listened
 */

/**
 * @param {Worker} worker
 * @param {string} what
 */
export function listenTo(worker, what) {
  /** @type {Beside<any, any>} */
  const beside = {
    send: (question) => worker.postMessage(question),
    onLine: () => {},
    onFailure: () => {},
    close: () => worker.terminate(),
    failure: undefined,
  };
  worker.onmessage = ({ data }) => beside.onLine(data);
  worker.onerror = (event) => {
    beside.failure = new Error(`the ${what} failed: ${event.message ?? "its files are missing"}`);
    beside.onFailure(beside.failure);
  };
  return beside;
}
