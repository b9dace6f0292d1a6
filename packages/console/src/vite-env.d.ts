declare module 'virtual:icon-sprite' {
  /** The URL of the icon sprite. */
  const url: string;
  export default url;
}

declare module 'virtual:world-map' {
  /** The countries as SVG paths in a frame of `width` and `height`. */
  const world: {
    readonly width: number;
    readonly height: number;
    /** The code is null for land without a country code. */
    readonly shapes: readonly { readonly code: string | null; readonly path: string }[];
    /** Countries that are too small to be drawn as shapes. */
    readonly points: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  };
  export default world;
}
