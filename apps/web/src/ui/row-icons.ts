import { createLucideIcon } from 'lucide-react';

// Icons of Lucide that every row of a list has, each in one path instead of up to five.

/** A trash can. */
export const TrashIcon = createLucideIcon('trash', [
  [
    'path',
    {
      d: 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
      key: 'can',
    },
  ],
]);

/** An eye. */
export const EyeIcon = createLucideIcon('eye', [
  [
    'path',
    {
      d: 'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
      key: 'eye',
    },
  ],
]);

/** A hand with coins. */
export const HandCoinsIcon = createLucideIcon('hand-coins', [
  [
    'path',
    {
      d: 'M11 15h2a2 2 0 1 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 17m4 4 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a2 2 0 0 0-2.75-2.91l-4.2 3.9M2 16l6 6M13.1 9a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0M3 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
      key: 'coins',
    },
  ],
]);
