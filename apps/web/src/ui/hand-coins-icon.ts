import { createLucideIcon } from 'lucide-react';

/** Lucide's hand with coins, all of it in one path instead of five shapes: every row of a list has one. */
export const HandCoinsIcon = createLucideIcon('hand-coins', [
  [
    'path',
    {
      d: 'M11 15h2a2 2 0 1 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 17M7 21l1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a2 2 0 0 0-2.75-2.91l-4.2 3.9M2 16l6 6M13.1 9a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0M3 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
      key: 'hand',
    },
  ],
]);
