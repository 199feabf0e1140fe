// The solver in a worker, a module: one question, then its answers.

import { answer } from "./solving.js";

self.onmessage = ({ data }) => answer(data, (news) => self.postMessage(news));
