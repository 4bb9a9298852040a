-- Many more than people send, and few enough that programs fill no mailbox. The page shows this to people who are no clients
-- yet, so it names no member.
create or replace function corkboard.inquiry_refusal(p_workspace uuid, p_from inet) returns text
language plpgsql stable
as $$
declare
  c_max_open constant integer := 100;
  c_max_an_hour constant integer := 5;
  v_hour_ago constant timestamptz := clock_timestamp() - interval '1 hour';
  v_open integer;
  v_last_hour integer;
begin
  select count(*) into v_open from corkboard.inquiries i
   where i.workspace_id = p_workspace and i.dismissed_at is null and i.converted_at is null;
  if v_open >= c_max_open then
    return 'Too many inquiries are waiting for an answer at the moment. Send an email instead, or try again later.';
  end if;
  -- By the primary key, whose ids are in the order of their times.
  select count(*) into v_last_hour from corkboard.inquiries i
   where i.workspace_id = p_workspace and i.id >= corkboard.first_id_at(v_hour_ago - interval '1 minute')
     and i.received_at > v_hour_ago and corkboard.network_of(i.received_from) = corkboard.network_of(p_from);
  if v_last_hour >= c_max_an_hour then
    return format('%s inquiries have come from your network within an hour. Send an email instead, or try again in an hour.',
      c_max_an_hour);
  end if;
  return null;
end
$$;
comment on function corkboard.inquiry_refusal(uuid, inet) is
  'Why the workspace takes no further inquiry from this address: 100 are open, or five came from its network (network_of) within an hour. Null if it takes one.';
