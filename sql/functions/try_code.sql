-- Judging a code costs a processor some time, and so it is counted before: whoever guesses, also many at once, has five tries.
-- Whether a code was mailed does not matter here, so that neither bytes nor time tell whether the address is a member's.
create or replace function corkboard.try_code(p_browser_hash bytea) returns uuid[]
language plpgsql
as $$
declare
  c_most_tries constant integer := 5;
  -- As many as are begun for an address in an hour: the mail before may have been slow.
  c_most constant integer := 5;
  v_tried uuid[];
begin
  v_tried := array(
    select s.id from corkboard.sign_ins s
     where s.browser_hash = p_browser_hash and s.expires_at > clock_timestamp() and s.tries < c_most_tries
     order by s.id
       for update);
  update corkboard.sign_ins s set tries = s.tries + 1 where s.id = any (v_tried);
  return v_tried[cardinality(v_tried) - c_most + 1:];
end
$$;
comment on function corkboard.try_code(bytea) is
  'Counts a try of a code for every sign-in that the browser has begun, and answers those that the code may be for, the newest last; none: nothing was asked for, it is too late, or there were five tries.';
