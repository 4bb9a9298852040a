create or replace function corkboard.client_statement(
  p_workspace uuid, p_client uuid, p_since date default null, p_until date default null
) returns json
language plpgsql stable
as $$
declare
  c_most constant integer := 500;
  v_today constant date := corkboard.workspace_today(p_workspace);
  v_until constant date := coalesce(p_until, greatest(v_today, p_since));
  v_since constant date := coalesce(p_since, date_trunc('year', v_until)::date);
  v_zone text;
  v_currencies json;
begin
  select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = p_workspace;
  select coalesce(json_agg(row_to_json(c) order by c.currency), '[]') into v_currencies
    from (
      select e.currency,
             coalesce(sum(e.amount_cents) filter (where e.day < v_since), 0) as "openingCents",
             coalesce(sum(e.amount_cents) filter (where e.day >= v_since), 0) as "movedCents",
             sum(e.amount_cents) as "closingCents",
             count(*) filter (where e.day >= v_since) as count,
             coalesce(
               json_agg(json_build_object('day', e.day, 'kind', e.kind, 'amountCents', e.amount_cents, 'number', e.number,
                                          'invoiceId', e.invoice_id, 'link', e.link)
                        order by e.day, e.place, e.position) filter (where e.day >= v_since and e.position <= c_most),
               '[]') as entries
        from (
          select s.*,
                 case when s.day >= v_since then row_number() over (
                   partition by s.currency, s.day >= v_since order by s.day, s.place, s.number, s.amount_cents) end as position
            from corkboard.statement_entries(p_workspace, p_client, v_zone) s
           where s.day <= v_until) e
       group by e.currency
      having sum(e.amount_cents) filter (where e.day < v_since) <> 0 or count(*) filter (where e.day >= v_since) > 0) c;
  return json_build_object(
    'parties', corkboard.client_parties(p_workspace, p_client, null),
    'since', v_since, 'until', v_until, 'today', v_today, 'currencies', v_currencies);
end
$$;
comment on function corkboard.client_statement(uuid, uuid, date, date) is
  'The statement of a client for the days from p_since (null: the first of the year of p_until) to p_until (null: today): by currency the opening balance, the first 500 entries in the order of their days, how many there are and what they add up to, and the closing balance.';
