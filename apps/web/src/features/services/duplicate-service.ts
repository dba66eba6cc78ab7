import type { Service } from '@wayside/contract/services';
import { foldText } from '@wayside/contract/wire/fold-text';

const nameOf = (name: string | null): string => foldText(name ?? '');

/** Another service with the typed name for the same vehicles; undefined if there is none, or no name is typed (SERV-02). */
export function duplicateService(
  services: readonly Service[],
  typed: { readonly name: string; readonly vehicleType: string },
  ownId: string | null,
): Service | undefined {
  const name = nameOf(typed.name);
  if (name === '') return undefined;
  return services.find(
    (service) =>
      service.id !== ownId && nameOf(service.name) === name && (service.vehicleType ?? '') === typed.vehicleType,
  );
}
