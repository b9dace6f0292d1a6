declare module 'virtual:icon-sprite' {
  /** Address of the sprite. */
  const url: string;
  export default url;
}

declare module 'virtual:world-map' {
  /** The countries as paths of SVG in a frame of `width` and `height`. */
  const world: {
    readonly width: number;
    readonly height: number;
    /** Null: land without a code of its own. */
    readonly shapes: readonly { readonly code: string | null; readonly path: string }[];
    /** Countries that are too small to be drawn. */
    readonly points: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  };
  export default world;
}
