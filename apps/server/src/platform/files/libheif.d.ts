/** What of libheif-js is used here; the package has no types at its entry. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `target`, RGBA, turned and mirrored as the file says; calls back with null when it cannot. */
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
