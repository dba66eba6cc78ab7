import type { ComponentType } from 'react';
import { isOwnServer } from '../lib/config.ts';
import { useIdlePart } from '../lib/use-idle-part.ts';
import type { SavedViewsProps } from './saved-views.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the views of any list; their props are typed where they are made
const loadSavedViews = async (): Promise<ComponentType<SavedViewsProps<any, any>>> =>
  (await import('./saved-views.tsx')).SavedViews;

/** The saved views of a list, in a row that is there before their code (VIEW-04). */
export function ViewsRow<F extends string, D extends string>(props: SavedViewsProps<F, D>) {
  const isWanted = props.url.list !== null && isOwnServer();
  const Views = useIdlePart(isWanted, loadSavedViews);
  if (!isWanted) return null;
  return <div className="min-h-9 min-w-0 touch:min-h-11">{Views && <Views {...props} />}</div>;
}
