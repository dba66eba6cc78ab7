import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG, readConfig } from './config.ts';

describe('readConfig', () => {
  test('[RUN-02] uses the values that the server sends', () => {
    const config = readConfig({
      brand: 'Roadly',
      timeZone: 'Asia/Dubai',
      apiHost: 'https://api.example.test/',
      fileHost: 'https://files.example.test',
      updateMethod: 'put',
      mapTilesUrl: ' https://tiles.example.test/{z}/{x}/{y}.png ',
      singleSignOn: 'Example ID',
      extensions: { logout: true, activity: true },
      isPublicDemo: true,
    });
    expect(config).toEqual({
      brand: 'Roadly',
      timeZone: 'Asia/Dubai',
      apiHost: 'https://api.example.test',
      fileHost: 'https://files.example.test',
      updateMethod: 'PUT',
      mapTilesUrl: 'https://tiles.example.test/{z}/{x}/{y}.png',
      singleSignOn: 'Example ID',
      isOwnServer: true,
      isPublicDemo: true,
    });
  });

  test.each([undefined, {}, [], 'all', { logout: false }, { logout: 'yes' }])(
    '[API-17] treats the API as external when the extensions are %j',
    (extensions) => expect(readConfig({ extensions }).isOwnServer).toBe(false),
  );

  test.each([null, [], 'x', {}, { brand: 7, timeZone: 7, apiHost: null, updateMethod: 'DELETE' }])(
    '[RUN-02] falls back to the defaults on %j',
    (value) => expect(readConfig(value)).toEqual(DEFAULT_CONFIG),
  );
});
