/** The parts of s3rver that tests use; the package has no types. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
