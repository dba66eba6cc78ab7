import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { AppContext } from '../context.ts';
import { imageAddressOf, storedNames } from '../files/image-reference.ts';
import { type Signature, secondsLeft } from '../files/signed-links.ts';
import { pathOf } from './path-of.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves the images that we keep (FILE-03): a catalogue's to everybody who knows its name, and for good; a document only
 * to who holds a signed link, and no longer than that. Nothing here is anything but an image to a browser.
 * @param isShownElsewhere whether the web, and so its documents, may be on another origin
 */
export function serveImages(
  app: FastifyInstance,
  { files, log, now }: Pick<AppContext, 'files' | 'log' | 'now'>,
  isShownElsewhere: boolean,
): void {
  app.get<{ Querystring: Signature }>('/files/*', async (request, reply) => {
    const address = imageAddressOf(pathOf(request));
    if (address === null) throw noImage();
    const { reference, purpose, isThumbnail } = address;
    const seconds =
      purpose === 'image' ? null : secondsLeft(await files.linkKey(), reference, request.query, now());
    if (purpose === 'document' && seconds === null)
      throw new ApiError(403, 'This link has expired or is not whole. Load its record again for a new one.');
    const { whole, thumbnail } = storedNames(reference);
    const bytes = await files.store.get(isThumbnail ? thumbnail : whole).catch((error: unknown) => {
      log.error({ err: error }, 'an image could not be read');
      throw new ApiError(503, 'The image cannot be reached. Please try again shortly.', { retryAfterSeconds: 10 });
    });
    if (bytes === null) throw noImage();
    return send(reply, bytes, seconds, isShownElsewhere);
  });
}

const noImage = () => new ApiError(404, 'There is no image at this address.');

/** @param secondsLeft of a document's link; null is an image for everybody */
function send(
  reply: FastifyReply,
  bytes: Buffer,
  secondsLeft: number | null,
  isShownElsewhere: boolean,
): FastifyReply {
  const isForAll = secondsLeft === null;
  return reply
    .type('image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cross-origin-resource-policy', isForAll || isShownElsewhere ? 'cross-origin' : 'same-origin')
    .header(
      'cache-control',
      isForAll ? `public, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${secondsLeft}`,
    )
    .send(bytes);
}
