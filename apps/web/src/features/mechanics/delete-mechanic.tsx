import { deleteMechanic, type Mechanic } from '@wayside/contract/mechanics';
import { DeleteRecord } from '../../form/delete-record.tsx';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { forgetImages } from '../../lib/forget-image.ts';
import { personName } from '../../people/person-name.ts';
import { reloadWaiting } from './applications-queries.ts';
import { MECHANIC_KEYS } from './mechanics-queries.ts';
import { OwedNote } from './owed-note.tsx';

export interface DeleteMechanicProps {
  mechanic: Mechanic;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks and deletes a mechanic, with what is still owed either way (MECH-09, MECH-13). */
export function DeleteMechanic({ mechanic, onDeleted, onClose }: DeleteMechanicProps) {
  return (
    <DeleteRecord
      id={mechanic.id}
      name={personName(mechanic, 'mechanic')}
      question="Are you sure you want to delete this mechanic?"
      failed="Failed to delete mechanic"
      keys={MECHANIC_KEYS}
      send={async () => {
        await call(deleteMechanic, { params: { id: mechanic.id } });
        // Our own server removes what only this mechanic had by itself.
        if (!hasExtension('records')) void forgetImages(Object.values(mechanic.documents ?? {}));
      }}
      onDeleted={() => {
        onDeleted();
        void reloadWaiting();
      }}
      onClose={onClose}
    >
      <OwedNote mechanic={mechanic} />
    </DeleteRecord>
  );
}
