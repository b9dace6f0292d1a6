// Before the first paint: the chosen theme, so that no page flashes in the other one.
try {
  const theme = localStorage.getItem('tidemark.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the theme follows the system.
}
