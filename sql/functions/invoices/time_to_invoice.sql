-- invoice_time calls it again under the lock, and compares the digest: an invoice bills what the caller saw, or nothing.
create or replace function corkboard.time_to_invoice(p_workspace uuid, p_project uuid, p_from date, p_until date) returns json
language plpgsql
as $$
declare
  -- More than an invoice can bill, so that the caller can tell.
  c_max constant integer := 2001;
  -- As much as a line can say.
  c_longest constant integer := 500;
  v_until date;
  v_entries jsonb;
begin
  perform corkboard.enter_workspace(p_workspace);
  -- Time of days to come is planned, not worked: it is billed only if the caller names the day.
  v_until := coalesce(p_until, corkboard.workspace_today(p_workspace));
  v_entries := (
    select coalesce(jsonb_agg(e.entry order by e.date, e.id), '[]')
      from (select t.date, t.id,
                   jsonb_build_object(
                     'id', t.id, 'date', t.date, 'minutes', t.minutes, 'description', left(t.description, c_longest),
                     'memberId', k.member_id) as entry
              from corkboard.time_entries t
              join corkboard.timekeepers k on k.workspace_id = p_workspace and k.id = t.timekeeper_id
             where t.workspace_id = p_workspace and t.project_id = p_project and t.billable
               and (p_from is null or t.date >= p_from) and t.date <= v_until
               and not exists (
                 select 1 from corkboard.billed_time b where b.workspace_id = p_workspace and b.time_entry_id = t.id)
             order by t.date, t.id limit c_max) e);
  return (
    select json_build_object(
             'entries', v_entries,
             'currency', d.currency, 'hourlyRateCents', d.hourly_rate_cents,
             'taxRateBps', d.tax_rate_bps, 'taxInclusive', d.prices_include_tax,
             'parties', corkboard.party_snapshot(p_workspace, p_project),
             'members', (
               select coalesce(json_object_agg(k.member_id, k.name), '{}') from corkboard.timekeepers k
                where k.workspace_id = p_workspace and k.member_id = any (array(select (e ->> 'memberId')::uuid from jsonb_array_elements(v_entries) e))),
             'digest', encode(sha256(convert_to(v_entries::text || row_to_json(d)::text, 'UTF8')), 'hex'))
      from (select coalesce(s.currency, w.default_currency) as currency, p.hourly_rate_cents,
                   corkboard.charged_tax_rate(w.tax_rate_bps, coalesce(c.zero_tax_reason, w.zero_tax_reason)) as tax_rate_bps,
                   w.prices_include_tax
              from corkboard.workspaces w
              join corkboard.projects p on p.workspace_id = p_workspace and p.id = p_project
              join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
              left join corkboard.scopes s on s.workspace_id = p_workspace and s.project_id = p_project
             where w.id = p_workspace) d);
end
$$;
comment on function corkboard.time_to_invoice(uuid, uuid, date, date) is
  'The unbilled billable time of a project, oldest first, within a range of days (null: from the first one, until today), as {entries, currency, hourlyRateCents, taxRateBps, taxInclusive, parties, members, digest}; members has the addresses of those who logged it, for members alone, and the digest is of all but these and the parties. No more than 2,001 entries. Null: there is no such project.';
