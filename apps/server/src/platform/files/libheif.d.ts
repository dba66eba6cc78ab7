/** The part of libheif-js that Wayside uses; the package has no types for this entry point. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `target` (RGBA), rotated as the file specifies; null on failure. */
    display(target: HeifPixels, onDone: (pixels: HeifPixels | null) => void): void;
    free(): void;
  }
  interface HeifPixels {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default libheif;
}
