create or replace function corkboard.mail_attempt_delay(p_attempts integer) returns interval
language sql immutable
as $$
  select d.delays[least(p_attempts, cardinality(d.delays))]
    from (select '{1 minute,2 minutes,5 minutes,10 minutes,20 minutes,30 minutes}'::interval[]) d (delays)
$$;
comment on function corkboard.mail_attempt_delay(integer) is
  'How long after this many attempts an email with a document is tried again: soon at first, because mail servers turn unknown senders away for some minutes (greylisting), and every half hour later.';
