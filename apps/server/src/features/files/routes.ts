import * as calls from '@wayside/contract/files';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { deleteImage, uploadImage } from './images.ts';

/** Images (FILE-01). */
export const fileRoutes: FeatureRoutes = [
  route(calls.uploadImage, async (context, { body }) => ({
    url: await uploadImage(context, body),
  })),
  route(calls.deleteImage, (context, { query }) => deleteImage(context, query.url)),
];
