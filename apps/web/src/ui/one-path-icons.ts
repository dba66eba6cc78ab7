import { createLucideIcon } from 'lucide-react';

// Lucide icons that appear in every row of a list or in the sidebar, each drawn with one path instead of up to
// eleven.

const onePathIcon = (name: string, d: string) => createLucideIcon(name, [['path', { d, key: name }]]);

export const TrashIcon = onePathIcon(
  'trash',
  'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
);

export const EyeIcon = onePathIcon(
  'eye',
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
);

export const HandCoinsIcon = onePathIcon(
  'hand-coins',
  'M11 15h2a2 2 0 1 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 17m4 4 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a2 2 0 0 0-2.75-2.91l-4.2 3.9M2 16l6 6M13.1 9a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0M3 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
);

export const UserCogIcon = onePathIcon(
  'user-cog',
  'M10 15H6a4 4 0 0 0-4 4v2M14.305 16.53l.923-.382M15.228 13.852l-.923-.383M16.852 12.228l-.383-.923M16.852 17.772l-.383.924M19.148 12.228l.383-.923M19.53 18.696l-.382-.924M20.772 13.852l.924-.383M20.772 16.148l.924.383M15 15a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
);

export const LifeBuoyIcon = onePathIcon(
  'life-buoy',
  'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M4.93 4.93l4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
);

export const SirenIcon = onePathIcon(
  'siren',
  'M7 18v-6a5 5 0 1 1 10 0v6M5 21a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-1a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2zM21 12h1M18.5 4.5 18 5M2 12h1M12 2v1M4.929 4.929l.707.707M12 12v6',
);
