// The page is painted before its program is fetched, which would hold it up.

const start = () => import("./main.js");
// What is hidden is not painted.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
