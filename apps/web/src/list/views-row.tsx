import type { ComponentType } from 'react';
import { isOwnServer } from '../lib/config.ts';
import { useIdlePart } from '../lib/use-idle-part.ts';
import { Button } from '../ui/button.tsx';
import type { SavedViewsProps } from './saved-views.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the views of any list; their props are typed where they are made
const loadSavedViews = async (): Promise<ComponentType<SavedViewsProps<any, any>>> =>
  (await import('./saved-views.tsx')).SavedViews;

/** The saved views of a list, or the button to save the first one, in a place that is there before their code (VIEW-04). */
export function ViewsRow<F extends string, D extends string>(props: SavedViewsProps<F, D>) {
  const isWanted = props.url.list !== null && isOwnServer();
  const Views = useIdlePart(isWanted, loadSavedViews);
  if (!isWanted) return null;
  const isRow = props.views.views.length > 0;
  return (
    <div className={isRow ? 'min-h-9 min-w-0 touch:min-h-11' : 'min-h-9 min-w-9 touch:min-h-11 touch:min-w-11'}>
      {Views && <Views {...props} />}
      {!Views && !isRow && props.views.query !== '' && (
        // As wide as what comes, so that nothing moves for it.
        <div className="invisible flex gap-2">
          <Button>Save view</Button>
          <span className="size-8 touch:size-11" />
        </div>
      )}
    </div>
  );
}
