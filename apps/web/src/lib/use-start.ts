import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Opens the form of a screen once, if an action of the global search requests it (PEOP-09). */
export function useStart(openForm: () => void): void {
  const start = useLocation({ select: ({ state }) => state.start });
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    openForm();
    void navigate({ to: '.', search: true, replace: true });
  });
  useEffect(() => {
    if (start === 'form') open();
  }, [start]);
}
