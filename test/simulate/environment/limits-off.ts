/** Limits of calls are off: it is not they that are looked at. */
export const unlimited = {
  CAPTCHA_FIXED_CODE: 'test',
  RATE_LIMIT_PER_MINUTE: '0',
  LOGIN_RATE_PER_MINUTE: '0',
  INTAKE_RATE_PER_MINUTE: '0',
  UPLOADS_PER_CLIENT: '0',
  UPLOADS_PER_ADDRESS: '0',
  CLAIMS_PER_OPERATOR: '1000000',
  // A long history, or a slow machine, ends no session of one who asks nothing for half an hour, and no captcha.
  CAPTCHA_TTL_SECONDS: '3600',
  SESSION_IDLE_SECONDS: '43200',
  LOG_INTERVAL_SECONDS: '1',
  CAPTURE_WORKER: '0',
  DEMO: '0',
  WEBHOOK_ALLOW_PRIVATE: '1',
};
