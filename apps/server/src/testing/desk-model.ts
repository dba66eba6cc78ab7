/** The two operators of the model; both may work at the desk. */
export const PEOPLE = ['asha', 'bala'] as const;
export type Person = (typeof PEOPLE)[number];

/** An operator's action on an emergency. */
export interface DeskAction {
  readonly verb: 'claim' | 'release' | 'offer' | 'withdraw' | 'accept' | 'decline' | 'assign' | 'cancel';
  readonly by: Person;
  /** Used only by `assign`. */
  readonly mechanic: number;
}

/** The booking as stored by the marketplace. */
export interface BookingRecord {
  readonly isEmergency: boolean;
  readonly status: 'pending' | 'accepted' | 'arrived' | 'completed' | 'cancelled';
  readonly mechanic: number | null;
}

interface ModelRequest {
  readonly kind: 'assign' | 'cancel';
  readonly mechanic: number | null;
  readonly by: Person;
  state: 'waiting' | 'confirmed' | 'overruled';
  isLate: boolean;
  /** Whether the request was made or decided since the phase began. */
  isShown: boolean;
}

export class ModelEmergency {
  phase: 'pending' | 'accepted' | 'arrived' | 'ended' = 'pending';
  mechanic: number | null = null;
  claim: { owner: Person; offeredTo: Person | null } | null = null;
  request: ModelRequest | null = null;
  readonly steps: string[] = ['pending'];

  /** Returns the expected content of the database. */
  stored() {
    const { phase, claim, request, steps } = this;
    return {
      phase,
      owner: claim?.owner ?? null,
      offeredTo: claim?.offeredTo ?? null,
      request: request && `${request.kind} ${request.state} by ${request.by}`,
      asked: request?.mechanic ?? null,
      steps,
    };
  }
}

/**
 * The roadside desk as specified in docs/roadside.md, without a database. It is an independent implementation of the
 * effects of each event.
 */
export class DeskModel {
  readonly emergencies = [new ModelEmergency(), new ModelEmergency()];
  private readonly seen: Record<Person, boolean> = { asha: true, bala: true };

  /** Returns an independent copy. */
  clone(): DeskModel {
    return Object.setPrototypeOf(structuredClone(this), DeskModel.prototype).withClasses();
  }

  private withClasses(): this {
    for (const emergency of this.emergencies) Object.setPrototypeOf(emergency, ModelEmergency.prototype);
    return this;
  }

  at(place: number): ModelEmergency {
    const emergency = this.emergencies[place];
    if (!emergency) throw new RangeError(`there is no emergency ${place}`);
    return emergency;
  }

  /** Records a heartbeat of an operator's desk. If the desk was away, its claims expire; otherwise they continue. */
  recordHeartbeat(person: Person): void {
    if (!this.seen[person]) for (const emergency of this.emergencies) this.expire(emergency, person);
    this.seen[person] = true;
  }

  /** Simulates that an operator's desk is not seen for 90 s. */
  goAway(person: Person): void {
    this.seen[person] = false;
  }

  sweep(): void {
    for (const emergency of this.emergencies) this.expire(emergency);
  }

  private expire(emergency: ModelEmergency, of?: Person): void {
    const { claim } = emergency;
    if (claim === null || this.seen[claim.owner] || (of !== undefined && claim.owner !== of)) return;
    emergency.claim = null;
    emergency.steps.push('lapsed');
  }

  /** Simulates that a minute has passed since a request. */
  makeRequestLate(place: number): void {
    const { request } = this.at(place);
    if (request?.state === 'waiting') request.isLate = true;
  }

  /** @returns the status of the call */
  act(place: number, action: DeskAction): 200 | 409 {
    this.recordHeartbeat(action.by);
    const emergency = this.at(place);
    const { claim, steps } = emergency;
    const known = steps.length;
    this.expire(emergency);
    if (this.does(emergency, action)) return 200;
    // A rejected call stores nothing, not even an expiry, which is left to the sweep.
    emergency.claim = claim;
    steps.length = known;
    return 409;
  }

  private does(emergency: ModelEmergency, { verb, by, mechanic }: DeskAction): boolean {
    switch (verb) {
      case 'claim':
      case 'release':
        return this.own(emergency, verb, by);
      case 'offer':
      case 'withdraw':
        return this.offer(emergency, verb, by);
      case 'accept':
        return this.accept(emergency, by);
      case 'decline':
        if (emergency.claim?.offeredTo !== by) return true;
        emergency.claim.offeredTo = null;
        emergency.steps.push('declined');
        return true;
      case 'assign':
        return this.ask(emergency, { kind: 'assign', mechanic, by });
      case 'cancel':
        return this.ask(emergency, { kind: 'cancel', mechanic: null, by });
    }
  }

  private own(emergency: ModelEmergency, verb: 'claim' | 'release', by: Person): boolean {
    const isMine = emergency.claim?.owner === by;
    if (emergency.claim !== null && !isMine) return false;
    if (verb === 'claim') {
      if (emergency.phase === 'ended') return false;
      if (!isMine) this.takeFor(emergency, by);
      return true;
    }
    if (isMine) emergency.steps.push('released');
    emergency.claim = null;
    return true;
  }

  private offer({ claim, steps }: ModelEmergency, verb: 'offer' | 'withdraw', by: Person): boolean {
    if (claim === null) return verb === 'withdraw';
    if (claim.owner !== by) return false;
    const colleague: Person = by === 'asha' ? 'bala' : 'asha';
    const offeredTo = verb === 'offer' ? colleague : null;
    if (offeredTo === claim.offeredTo) return true;
    if (offeredTo !== null && !this.seen[offeredTo]) return false;
    claim.offeredTo = offeredTo;
    steps.push(verb === 'offer' ? 'offered' : 'offer_withdrawn');
    return true;
  }

  private accept(emergency: ModelEmergency, by: Person): boolean {
    const { claim, phase, steps } = emergency;
    if (phase === 'ended' || claim === null) return false;
    if (claim.owner === by) return true;
    if (claim.offeredTo !== by) return false;
    emergency.claim = { owner: by, offeredTo: null };
    steps.push('handed_over');
    return true;
  }

  private takeFor(emergency: ModelEmergency, owner: Person): void {
    emergency.claim = { owner, offeredTo: null };
    emergency.steps.push('claimed');
  }

  private ask(emergency: ModelEmergency, wanted: Pick<ModelRequest, 'kind' | 'mechanic' | 'by'>): boolean {
    const { request, claim, phase, mechanic, steps } = emergency;
    const isAwaited = request?.state === 'waiting' && !request.isLate;
    const isSame =
      request?.kind === wanted.kind && request.mechanic === wanted.mechanic && request.by === wanted.by;
    if (isSame && request.isShown && (isAwaited || request.state === 'confirmed')) return true;
    if (phase === 'ended' || isAwaited || (claim !== null && claim.owner !== wanted.by)) return false;
    if (wanted.kind === 'assign' && mechanic !== null) return false;
    if (claim === null) this.takeFor(emergency, wanted.by);
    emergency.request = { ...wanted, state: 'waiting', isLate: false, isShown: true };
    steps.push(`${wanted.kind}_requested`);
    return true;
  }

  /** Simulates the arrival of the marketplace's record. */
  applyRecord(place: number, { isEmergency, status, mechanic }: BookingRecord): void {
    const emergency = this.at(place);
    const { request, steps } = emergency;
    const ends = !isEmergency || status === 'completed' || status === 'cancelled';
    const phase = ends ? 'ended' : status;
    if (phase !== emergency.phase) steps.push(ends && status === 'cancelled' ? 'cancelled' : phase);
    else if (!ends && mechanic !== emergency.mechanic) steps.push('mechanic_changed');
    if (request && request.state !== 'waiting' && phase !== emergency.phase) request.isShown = false;
    Object.assign(emergency, { phase, mechanic });
    if (request?.state === 'waiting') {
      request.state = stateAfterRecord(request, { ends, status, mechanic });
      if (request.state !== 'waiting') steps.push(`${request.kind}_${request.state}`);
    }
    if (ends) emergency.claim = null;
  }
}

function stateAfterRecord(
  request: ModelRequest,
  { ends, status, mechanic }: Pick<BookingRecord, 'status' | 'mechanic'> & { readonly ends: boolean },
): ModelRequest['state'] {
  if (request.kind === 'cancel' && status === 'cancelled') return 'confirmed';
  if (request.kind === 'assign' && mechanic !== null)
    return mechanic === request.mechanic ? 'confirmed' : 'overruled';
  return ends ? 'overruled' : 'waiting';
}
