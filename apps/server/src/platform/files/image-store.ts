/** A file in a store. */
export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

/** Holds the bytes of images, on a disk or in object storage, under names such as `images/….webp`. */
export interface ImageStore {
  /** Writes the whole file or nothing; replaces a file of that name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
  /** All files in no order; images, thumbnails and unfinished ones. */
  list(): AsyncIterable<StoredFile>;
  /** Removes unfinished files that were started before a time. */
  removeUnfinished(before: Date): Promise<void>;
}
