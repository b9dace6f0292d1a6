declare module 'virtual:icon-sprite' {
  /** Address of the sprite. */
  const url: string;
  export default url;
}
