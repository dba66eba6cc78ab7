import { endpointsOf } from './wire/endpoint.ts';
import { maybe, oneOf, text } from './wire/fields.ts';
import { fileContent, requiredText } from './wire/request-fields.ts';
import { success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('files');

/** The maximum size of an image, 5 MB (FILE-03). */
export const MAX_IMAGE_BYTES = 5_242_880;

/** The image formats that our server accepts (FILE-03). Browsers use `image/` and the name as the type. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic'] as const;

/** The purposes of an image. A document can be read only with links that expire within 15 minutes (FILE-03). */
export const IMAGE_PURPOSES = ['image', 'document'] as const;

const MAX_URL_LENGTH = 4096;

/** POST {file host}/file/single: stores an image and returns its URL, which a record then contains (FILE-01). */
export const uploadImage = endpoint('uploadImage', 'POST /file/single', {
  permission: 'catalogue:change',
  isOfFileHost: true,
  summary:
    'Stores an image (JPEG, PNG, WebP, GIF, AVIF or HEIC, up to 5 MB), re-encoded without metadata, and returns its URL. The URL of a document is a link that expires.',
  successNeeds: ['status', 'data'],
  body: wireObject({ image: fileContent, purpose: maybe(oneOf(IMAGE_PURPOSES)) }, { image: 'Image' }),
  fileLimitBytes: MAX_IMAGE_BYTES,
  response: success({ url: text }, { url: 'data' }),
  errorCodes: [413, 415],
});

/** DELETE {file host}/file/delete: also succeeds for an image that was already deleted (FILE-02). */
export const deleteImage = endpoint('deleteImage', 'DELETE /file/delete', {
  permission: 'catalogue:change',
  isOfFileHost: true,
  summary: 'Deletes an image that no record references; 409 if one does.',
  query: wireObject({ url: requiredText(MAX_URL_LENGTH) }, { url: 'imageUrl' }),
  response: success({}),
  errorCodes: [409],
});

const OWN_IMAGE = /(\/files\/(?:images|documents)\/[0-9a-f]{32})\.webp(?=$|\?)/;

/**
 * Returns the URL of the thumbnail, at most 128 pixels, of an image that our server stores; returns any other URL
 * unchanged.
 */
export function thumbnailOf(url: string): string {
  return url.replace(OWN_IMAGE, '$1-thumbnail.webp');
}
