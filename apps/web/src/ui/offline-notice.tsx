import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '../languages/text.ts';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Reports a lost network. It also appears in dialogs, because a dialog covers the notice of the page. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-2 text-warning-text md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t('You are offline. The displayed data were loaded earlier; changes cannot be saved now.')}
        </p>
      )}
    </div>
  );
}
