import type { SavedView } from '@wayside/contract/views';
import type { AppContext, Session } from '../../context.ts';
import { readSavedViews } from '../../records/saved-views.ts';

/** The views that somebody sees, in their order (VIEW-04). */
export const listViews = ({ database }: AppContext, { admin }: Session): Promise<SavedView[]> =>
  readSavedViews(database.orm, admin);
