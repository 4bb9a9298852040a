-- The job, not this function, checks whether the address is a member's: so neither the answer nor its time tells it.
-- Whoever asks too often gets the same answer and no mail.
create or replace function corkboard.ask_sign_in(
  p_email text, p_browser_hash bytea, p_from inet, p_next text default null
) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  -- Counted by /64 network: one customer has 2^64 addresses of IPv6.
  v_from constant inet := network(set_masklen(p_from, case family(p_from) when 6 then 64 else 32 end));
begin
  -- Requests for the same address or from the same place are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('sign_in from ' || host(v_from), 0));
  perform pg_advisory_xact_lock(hashtextextended('sign_in for ' || corkboard.fold_email(p_email), 0));
  if (select count(*) from corkboard.sign_ins s
       where s.asked_from = v_from and s.created_at > v_now - interval '3 minutes') >= 10
    or (select count(*) from corkboard.sign_ins s
         where corkboard.fold_email(s.email) = corkboard.fold_email(p_email) and s.session_hash is null and s.created_at > v_now - interval '1 hour') >= 5
  then
    return;
  end if;
  perform corkboard.begin_sign_in(p_email, p_browser_hash, v_from, null, p_next);
end
$$;
comment on function corkboard.ask_sign_in(text, bytea, inet, text) is
  'Begins a sign-in by a code for the browser that asks, whoever''s the address is. Does nothing from the sixth time in an hour for an address, and the eleventh in three minutes from a place (of IPv6: a /64 network).';
