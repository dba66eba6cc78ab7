import type { Service } from '@wayside/contract/services';
import { capitalised, orNotAvailable } from '../../lib/format.ts';
import type { SelectOption } from '../../ui/select.tsx';

/** The services to choose from; those of the same name say for which vehicles they are (PART-01). */
export function serviceOptions(services: readonly Service[]): SelectOption[] {
  const isShared = (name: string | null) => services.filter((other) => other.name === name).length > 1;
  return services.map(({ id, name, vehicleType }) => ({
    value: id,
    label:
      isShared(name) && vehicleType
        ? `${orNotAvailable(name)} · ${capitalised(vehicleType)}`
        : orNotAvailable(name),
  }));
}
