import { useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { isOwnServer } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const JobsDialog = lazyPart(() => import('./jobs-dialog.tsx'), 'JobsDialog');

/** Opens the list of jobs over selected people (VIEW-07), for those who may start them. */
export function JobsButton() {
  const [isOpen, setOpen] = useState(false);
  if (!isOwnServer()) return null;
  return (
    <Allowed to="people:block">
      <Button onClick={() => setOpen(true)}>Jobs</Button>
      {isOpen && <JobsDialog onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
