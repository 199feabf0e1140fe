// What cannot wait for the program of the page: light or dark, as it was chosen. Then the page is
// painted, before its program is fetched, which would hold it up.

{
  try {
    document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("tak-board-theme") ?? '""');
  } catch {
    // A browser that keeps nothing.
  }

  const start = () =>
    import("./main.js").catch((error) => {
      const says = document.getElementById("says");
      if (says) says.textContent = "The page did not come whole. Load it again.";
      throw error;
    });
  // What is hidden is not painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
