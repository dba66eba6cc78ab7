/** The decoder, loaded when the first image comes: most of the time the program does without its megabytes. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One image at a time on one thread: memory is what a decoder can be made to run out of.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
