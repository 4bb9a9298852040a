comment on column corkboard.webhook_deliveries.traceparent is
  'Which trace that request was part of (W3C Trace Context), if it said so. Receivers are not told.';
