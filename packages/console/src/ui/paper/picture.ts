/** The margin around the content, in CSS pixels. */
const MARGIN = 16;
/** The maximum width and height of a canvas in browsers. */
const LONGEST_SIDE = 16_000;

/**
 * Returns a PNG of an element as it is shown, with the resolution of the screen. A copy of the element and all styles
 * of the page become an SVG image, which the browser draws on a canvas. Existing libraries are not used, because they
 * write markup into the page (which Trusted Types reject) or lose the styles of charts
 * (`docs/decisions/0226-pictures-of-a-page.md`).
 *
 * @throws Error if the browser cannot draw it
 */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const box = element.getBoundingClientRect();
  const width = Math.ceil(box.width) + 2 * MARGIN;
  const height = Math.ceil(box.height) + 2 * MARGIN;
  const copy = copyOf(element);
  copy.style.width = `${box.width}px`;
  const icons = await iconsOf(copy);
  // The image is as wide as the window, because media queries apply to the width of the image.
  const size = { width: Math.max(width, innerWidth), height };
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(copy, icons, size))}`;
  await image.decode();
  const scale = Math.min(Math.max(1, devicePixelRatio), LONGEST_SIDE / Math.max(width, height));
  return drawn(image, size, { width, height, scale });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws the upper left part of an image, in the size of the picture, and returns it as a PNG. */
async function drawn(
  image: HTMLImageElement,
  whole: Size,
  { width, height, scale }: Size & { readonly scale: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws no pictures.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, whole.width * scale, whole.height * scale);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('The picture is too large for the browser.');
  return blob;
}

/** A copy of the element in which canvases are images and fields have their current values. */
function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const shown = element.querySelectorAll('canvas, select, input');
  copy.querySelectorAll('canvas, select, input').forEach((target, index) => {
    const source = shown[index];
    if (source instanceof HTMLCanvasElement) target.replaceWith(imageOf(source));
    else if (source instanceof HTMLInputElement) target.setAttribute('value', source.value);
    else if (source instanceof HTMLSelectElement) {
      target.querySelectorAll('option').forEach((option, at) => {
        option.toggleAttribute('selected', at === source.selectedIndex);
      });
    }
  });
  return copy;
}

function imageOf(canvas: HTMLCanvasElement): HTMLImageElement {
  const image = document.createElement('img');
  image.setAttribute('src', canvas.toDataURL());
  const { style } = image;
  style.display = 'block';
  style.position = 'relative';
  style.width = `${canvas.clientWidth}px`;
  style.height = `${canvas.clientHeight}px`;
  return image;
}

/** The icon sprites that the copy uses. They are embedded, because an SVG image cannot load other files. */
async function iconsOf(copy: HTMLElement): Promise<string> {
  const files = new Set<string>();
  for (const use of copy.querySelectorAll('use')) {
    const [file = '', name = ''] = (use.getAttribute('href') ?? '').split('#');
    if (file === '') continue;
    files.add(file);
    use.setAttribute('href', `#${name}`);
  }
  const sprites = [...files].map(async (file) => (await fetch(file)).text());
  return (await Promise.all(sprites)).join('');
}

function svgText(copy: HTMLElement, icons: string, { width, height }: Size): string {
  const body = document.createElement('body');
  body.style.cssText = `box-sizing: border-box; width: ${width}px; height: ${height}px; margin: 0; padding: ${MARGIN}px`;
  body.append(copy);
  const { theme = 'light', paper = 'picture', density = '' } = document.documentElement.dataset;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` data-theme="${theme}" data-paper="${paper}" data-density="${density}">`,
    `<style><![CDATA[${styleText()}]]></style><g display="none">${icons}</g>`,
    `<foreignObject width="100%" height="100%">${new XMLSerializer().serializeToString(body)}</foreignObject></svg>`,
  ].join('');
}

function styleText(): string {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.map((rule) => rule.cssText.replaceAll(']]>', '')).join('\n');
}
