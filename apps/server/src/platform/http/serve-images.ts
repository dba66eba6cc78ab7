import { sentence } from '@wayside/contract/sentences';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError, unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { hashToken, isToken } from '../../session-token.ts';
import { isLinkOpen, type LinkQuery } from '../files/files.ts';
import { imageAddressOf, storedNames } from '../files/image-reference.ts';
import { pathOf } from './request-log.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves stored images (FILE-03). Everyone can read catalogue images, which are cached for a year. A document needs a
 * signed link of an active session and is not cached (PRIV-02). Browsers never run either as a page.
 * @param isShownElsewhere whether the web app may be on another origin
 */
export function serveImages(
  app: FastifyInstance,
  { database, keys, files, log, now }: Pick<AppContext, 'database' | 'keys' | 'files' | 'log' | 'now'>,
  isShownElsewhere: boolean,
): void {
  app.get<{ Querystring: LinkQuery }>('/files/*', async (request, reply) => {
    const address = imageAddressOf(pathOf(request));
    if (address === null) throw imageNotFound();
    const { reference, purpose, isThumbnail } = address;
    if (purpose === 'document') {
      const { query, headers } = request;
      const reader = isToken(headers.token) ? { tokenHash: hashToken(headers.token) } : null;
      if (!(await isLinkOpen({ database, keys }, { reference, query, reader, now: now() }))) throw linkIsClosed();
    }
    const { whole, thumbnail } = storedNames(reference);
    const bytes = await files.store.get(isThumbnail ? thumbnail : whole).catch((error: unknown) => {
      log.error({ err: error }, 'an image could not be read');
      throw unavailable(sentence('image_unreachable'), 10);
    });
    if (bytes === null) throw imageNotFound();
    return send(reply, bytes, purpose === 'image', isShownElsewhere);
  });
}

const linkIsClosed = () => new ApiError('forbidden', sentence('image_link_expired'));

const imageNotFound = () => new ApiError('not_found', sentence('no_image_here'));

function send(reply: FastifyReply, bytes: Buffer, isForAll: boolean, isShownElsewhere: boolean): FastifyReply {
  return reply
    .type('image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cross-origin-resource-policy', isForAll || isShownElsewhere ? 'cross-origin' : 'same-origin')
    .header('cache-control', isForAll ? `public, max-age=${YEAR_SECONDS}, immutable` : 'private, no-store')
    .send(bytes);
}
