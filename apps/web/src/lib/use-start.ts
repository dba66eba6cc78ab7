import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Opens the form of a screen for which an action of the global search asks, once (PEOP-09). */
export function useStart(openForm: () => void): void {
  const start = useLocation({ select: ({ state }) => state.start });
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    openForm();
    // A reload does not open it again.
    void navigate({ to: '.', search: true, replace: true });
  });
  useEffect(() => {
    if (start === 'form') open();
  }, [start]);
}
