// Sets the chosen theme before the first paint, so that no page appears briefly in the other theme.
try {
  const theme = localStorage.getItem('tidemark.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks local storage: the theme follows the system.
}
