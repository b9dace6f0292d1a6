/** Markup that a visitor may send. Every screen must show it as text. */
export const MARKUP = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;
