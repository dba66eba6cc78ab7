import { pngOf } from '../pictures.ts';
import type { Route } from './exchange.ts';

const picture = pngOf(16, 16);

/** An image file to select in a form. */
export const aPicture = { name: 'picture.png', mimeType: 'image/png', buffer: picture };

/** Routes for images; an upload returns a path on the file host. */
export function fileRoutes(): readonly Route[] {
  let uploads = 0;
  return [
    { method: 'GET', path: '/uploads/{}', respond: () => ({ body: picture, type: 'image/png' }) },
    {
      method: 'POST',
      path: '/file/single',
      respond: ({ body }) => {
        if (!String(body).includes('name="Image"')) return { status: 400, json: { message: 'No field Image' } };
        uploads += 1;
        return { json: { status: true, data: `/uploads/sent-${uploads}.png` } };
      },
    },
    { method: 'DELETE', path: '/file/delete', respond: () => ({ json: { status: true } }) },
  ];
}
