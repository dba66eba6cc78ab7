/** What a store holds under a name. */
export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

/** Where the bytes of images are: on a disk or in object storage. Names are ours, such as `images/….webp`. */
export interface ImageStore {
  /** Writes all of it or nothing, over what was there. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when it is not there. */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** What is gone already is no error. */
  remove(name: string): Promise<void>;
  /** All that is there, images and thumbnails before all, in no order. */
  list(): AsyncIterable<StoredFile>;
  /** Removes what was begun before a moment and never became an image. */
  removeUnfinished(before: Date): Promise<void>;
}
