/** What administrators keep, as a stranger has it. */
export const makeCrudRecord = () => ({
  sosServices: [
    { _id: 'sos-1', servicename: 'Towing', vehicle_type: 'truck', price: '1500', image: '/uploads/tow.png' },
    { _id: 'sos-2', servicename: 'Fuel', vehicle_type: 'boat', price: null, image: null },
    { _id: 'sos-3', servicename: 'Jump start', vehicle_type: ['car'], price: 'free' },
  ] as unknown[],
  services: [
    {
      _id: 'srv-1',
      servicename: 'Oil change',
      vehicle_type: 'car',
      image: '/uploads/oil.png',
      createdAt: '2026-02-01',
    },
    { _id: 'srv-2', vehicle_type: 'bike' },
    7,
  ] as unknown[],
  parts: [
    { _id: 'prt-1', serviceId: 'srv-1', partname: 'Oil filter', amount: '350', image: '/uploads/filter.png' },
    { serviceId: 'srv-1', partname: 'Without an id', amount: 10 },
    { _id: 'prt-3', serviceId: { _id: 'srv-1' }, partname: null, amount: 'unknown' },
  ] as unknown[],
  slots: [
    { _id: 'slt-1', starttime: '09:00', endtime: '10:00', no_of_hour: '1 hour' },
    { _id: 'slt-2', starttime: 14, endtime: 16, no_of_hour: 2 },
    { starttime: '18:00' },
  ] as unknown[],
  models: [
    { _id: 'mod-1', companyname: 'Tata', image: 'uploads/tata.png', createdAt: '2026-02-01T00:00:00Z' },
    { _id: 'mod-2', companyname: 'Bajaj', image: '', createdAt: 'new' },
  ] as unknown[],
  configuration: {
    _id: 'cfg-1',
    charge_per_km: '12.5',
    platform_fee: 49,
    commision_percentage: '10',
    referral_bonus: null,
    mechanic_charge: 'ask',
    discount_percentage: 0,
    upi_number: 9811111111,
  } as Record<string, unknown> | null,
  notifications: Array.from({ length: 23 }, (_, index) => ({
    _id: `ntf-${index}`,
    message: `Message ${index}`,
    type: ['general', 'festival', 'all'][index % 3],
    createdAt: index === 1 ? 'just now' : '2026-02-01T00:00:00Z',
    user_id: null,
  })) as unknown[],
});
