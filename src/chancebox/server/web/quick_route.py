"""
A route for what is asked with every move: the same declaration, fewer detours.

FastAPI reads the signature of an endpoint and solves it for every request, which took longer than playing the
move. Here the body is read and checked by the same model, and the endpoint gets what it is known to want.
Whatever is unusual (another type of content, a body that does not fit) goes the usual way, so that it is
documented, checked and refused as everything else.
"""

from collections.abc import Callable, Coroutine
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from chancebox.server.web.dependencies import house_of, session_of, visitor_of

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
JSON = "application/json"


class QuickRoute(APIRoute):
    """A route to an endpoint that takes a body, the table of the address, the house and the visitor."""

    def get_route_handler(self) -> Handler:
        """Return what answers requests."""
        usual = super().get_route_handler()
        endpoint = self.endpoint
        wanted: type[BaseModel] = get_type_hints(endpoint)["body"]

        async def answer(request: Request) -> Response:
            if request.headers.get("content-type") != JSON:
                return await usual(request)
            try:
                body = wanted.model_validate_json(await request.body())
            except ValidationError:
                return await usual(request)
            visitor = await visitor_of(request)
            session = await session_of(request.path_params["table"], request, visitor)
            house = await house_of(request)
            told: BaseModel = await endpoint(body=body, session=session, house=house, visitor=visitor)
            return Response(told.model_dump_json(), media_type=JSON)

        return answer
