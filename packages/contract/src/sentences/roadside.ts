/** Messages about the roadside desk. */
export const ROADSIDE_SENTENCES = {
  emergency_ended: 'This emergency has ended.',
  emergency_claimed: '{owner} claimed this emergency at {time}.',
  emergency_unclaimed: 'This emergency is not claimed: claim it first.',
  emergency_is_yours: 'You already have this emergency.',
  colleague_not_on_shift: 'They are not on shift. Offer it to someone on shift.',
  colleague_desk_closed: 'Their desk is not open. Offer it to someone whose desk is open.',
  emergency_given_up: 'This emergency is no longer claimed: claim it.',
  person_blocked: '{name} is blocked.',
  person_not_approved: '{name} is not approved.',
  point_on_curve: 'must be a point on the curve P-256',
  not_on_shift: 'You are not on shift. Start your shift first.',
  asked_to_cancel: '{name} requested the cancellation of this emergency at {time}.',
  asked_for_mechanic: '{name} requested {mechanic} at {time}.',
  asked_for_some_mechanic: '{name} requested a mechanic at {time}.',
  assigned_already: 'The marketplace has already assigned {mechanic}.',
  some_mechanic_assigned_already: 'The marketplace has already assigned a mechanic.',
} as const;
