// The theme as it was chosen, which a static site waits for before it paints; an engine that
// serves the page has written it there. Then the page is painted, before its program is fetched,
// which would hold it up.

{
  try {
    const chosen = JSON.parse(localStorage.getItem("tak-board-theme") ?? "null");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // A browser that keeps nothing.
  }

  const start = () =>
    import("./main.js").catch((error) => {
      const says = document.getElementById("says");
      if (says) says.textContent = "The page could not start. Load it again.";
      throw error;
    });
  // What is hidden is not painted.
  const startPainted = () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)));
  // The program wants the whole page.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startPainted);
  else startPainted();
}
