/** Whatever a visitor can send, as markup: it has to be text on every screen. */
export const MARKUP = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;
