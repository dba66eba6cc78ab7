type Opener = () => void;

let opener: Opener | null = null;

/** Opens the global search, as Ctrl or Cmd with K does (WORK-03). */
export const openGlobalSearch: Opener = () => opener?.();

/** Says what opens it. @returns what takes that back */
export function setSearchOpener(open: Opener): () => void {
  opener = open;
  return () => {
    opener = null;
  };
}
