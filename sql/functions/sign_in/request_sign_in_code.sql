-- The job checks whether the address is a member's, so that neither the response nor its timing reveals it. A request
-- beyond a limit gets the same response and no email.
--
-- Anyone can use up these limits for an address. They do not apply to a browser or network from which the owner of the
-- address signed in before: a request from there always leads to a code. To protect the mailbox even from such a
-- network, requests beyond the tenth in an hour share the code of one email a minute.
create or replace function corkboard.request_sign_in_code(
  p_email text, p_browser_hash bytea, p_from inet, p_next text default null
) returns void
language plpgsql
-- How many rows an address has depends on the address. A plan for all of them would read every row of one that has most.
set plan_cache_mode = force_custom_plan
as $$
declare
  -- Enough for a large office whose people all sign in at once.
  c_max_of_network constant integer := 60;
  c_max_of_pair constant integer := 3;
  c_max_of_address constant integer := 200;
  c_unshared_of_known_origin constant integer := 10;
  v_now constant timestamptz := clock_timestamp();
  v_email constant text := corkboard.normalize_email(p_email);
  v_network constant inet := corkboard.network_of(p_from);
  v_is_known boolean;
  v_shared uuid;
begin
  -- Serializes requests from one network and for one address.
  perform pg_advisory_xact_lock(hashtextextended('sign_in from ' || host(v_network), 0));
  perform pg_advisory_xact_lock(hashtextextended('sign_in for ' || v_email, 0));
  v_is_known := exists (
    select 1 from corkboard.sign_in_origins o
     where o.email = v_email and (o.browser_hash = p_browser_hash or o.network = v_network));

  if v_is_known then
    -- The number of these rows is unlimited, so it reads no more of them than needed.
    if (select count(*) from (
          select 1 from corkboard.sign_ins s
           where corkboard.normalize_email(s.email) = v_email and s.created_at > v_now - interval '1 hour'
             and (s.requested_from = v_network or s.browser_hash = p_browser_hash) and s.session_hash is null
           order by s.created_at desc
           limit c_unshared_of_known_origin) recent) >= c_unshared_of_known_origin
    then
      -- The newest sign-in has the newest code.
      select c.id into v_shared
        from (select coalesce(s.code_sign_in_id, s.id) as code
                from corkboard.sign_ins s
               where corkboard.normalize_email(s.email) = v_email and s.created_at > v_now - interval '1 minute'
                 and (s.requested_from = v_network or s.browser_hash = p_browser_hash) and s.session_hash is null
               order by s.created_at desc
               limit 1) newest
        join corkboard.sign_ins c on c.id = newest.code
       where c.created_at > v_now - interval '1 minute' and c.expires_at > v_now
         -- Otherwise it would not open the workspace that the member was just signed out of.
         and not exists (
           select 1 from corkboard.members m
            where corkboard.normalize_email(m.email) = v_email and m.signed_out_at >= c.created_at);
    end if;
  elsif (select count(*) from corkboard.sign_ins s
          where s.requested_from = v_network and s.created_at > v_now - interval '3 minutes'
            and not s.is_known_origin) >= c_max_of_network
    or (select count(*) from corkboard.sign_ins s
         where corkboard.normalize_email(s.email) = v_email and s.created_at > v_now - interval '1 hour'
           and s.requested_from = v_network and not s.is_known_origin) >= c_max_of_pair
    or (select count(*) from corkboard.sign_ins s
         where corkboard.normalize_email(s.email) = v_email and s.created_at > v_now - interval '1 day'
           and s.session_hash is null and not s.is_known_origin) >= c_max_of_address
  then
    return;
  end if;
  perform corkboard.create_sign_in(p_email, p_browser_hash, v_network, null, p_next, v_is_known, v_shared);
end
$$;
comment on function corkboard.request_sign_in_code(text, bytea, inet, text) is
  'Starts a sign-in by emailed code for a browser, whether or not the address belongs to a member. Does nothing beyond three requests an hour for an address from one network, 200 a day for an address, or 60 in three minutes from a network. Browsers and networks from which the owner of the address signed in before are exempt.';
