import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Says that there is no network; the live region stands before there is something to say. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-2 text-warning-text md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What you see was loaded before; changes cannot be saved now.
        </p>
      )}
    </div>
  );
}
