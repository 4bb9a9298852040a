-- People who debug a receiver compare the signature that it got with the one that it computes. Signatures can't be
-- computed again later, because secrets are rotated, so each attempt keeps them.

alter table corkboard.webhook_attempts add column signatures text;
comment on column corkboard.webhook_attempts.signatures is
  'The value of X-Service-Signatures, as sent; null: unsigned (Slack, Discord), or made before signatures were recorded. The timestamp that they sign is attempted_at, in whole seconds.';
