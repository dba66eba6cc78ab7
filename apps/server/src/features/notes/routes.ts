import * as calls from '@wayside/contract/notes';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { addNote, listNotes, removeNote, searchNotes } from './notes.ts';

/** Notes on bookings, customers and mechanics (WORK-04). */
export const noteRoutes: FeatureRoutes = [
  route(calls.listNotes, (context, { query }) => listNotes(context, query)),
  route(calls.searchNotes, (context, { query }) => searchNotes(context, query)),
  route(calls.addNote, async (context, { body }) => ({ record: await addNote(context, body) })),
  route(calls.removeNote, (context, { params }) => removeNote(context, params)),
];
